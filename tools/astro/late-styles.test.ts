/** The styles of the lower part of a page stand where that part begins. */
import { expect, test } from 'vitest';
import { hashOf } from '#lib/csp-hash.build.ts';
import { withLateStyles } from './late-styles.ts';

const fill = (text: string) => text.padEnd(9_100, ' ');
const lateRule = (n: number) => `.low .part${n}[data-astro-cid-low]{color:rgb(${n} 2 3)}`;
const lateRules = Array.from({ length: 60 }, (_, n) => lateRule(n)).join('');
const earlyRule = '.top[data-astro-cid-top]{color:red}';
const shared = '.top{margin:0}';
const sharedLate = '.low{margin:0}';
const mixed = '.top,.low{margin:0}';
const layered = (rule: string) => `@layer part{@media (width>=48rem){${rule}}}`;
const low = '.low[data-astro-cid-low]{color:blue}';

const pageOf = (css: string, body: string) =>
  `<html><head><meta http-equiv="content-security-policy" content="style-src '${hashOf(css)}'"><style>${css}</style></head><body><main>${body}</main></body></html>`;
const styleOf = (html: string) => [...html.matchAll(/<style>(.*?)<\/style>/g)].map(([, css]) => css);
const sections = `${fill('<section class="top" data-astro-cid-top></section>')}<section class="low" data-astro-cid-low><p class="part1" data-astro-cid-low></p></section>`;

const setEarly = '.set-early{color:red}';
const setLater = '.top .set-later{color:red}';

const css = `${earlyRule}${mixed}${setEarly}${lateRules}${layered(earlyRule + low)}${setLater}`;
const scripts =
  "<script>mark.className = 'set-early';</script><script type=\"module\">mark.className = 'set-later';</script>";
const html = withLateStyles(pageOf(css, scripts + sections));
const [early = '', late = ''] = styleOf(html);

test('rules of the lower part come right before it, in their order', () => {
  expect(html.indexOf(late)).toBe(html.indexOf('<section class="low"') - '</style>'.length - late.length);
  expect(late).toContain(`${lateRules}${layered(low)}`);
});

test('a rule of both parts stands in both, for its own selectors, so that no later rule of theirs comes before it', () => {
  expect(early).toContain(shared);
  expect(late.startsWith(sharedLate)).toBe(true);
});

test('rules of classes that a module sets come late too: it runs when the page has been read', () =>
  expect(late).toBe(`${sharedLate}${lateRules}${layered(low)}${setLater}`));

test('rules of the first screen and of classes that an early script sets stay where they are', () =>
  expect(early).toBe(`${earlyRule}${shared}${setEarly}${layered(earlyRule)}`));

test('keyframes come late when only late rules name them', () => {
  const shown = '@keyframes shown{to{opacity:1}}';
  const moved = '@layer part{@keyframes moved{to{opacity:0}}}';
  const animated = `.top{animation:shown 1s}${shown}${moved}.low{animation:moved 1s}${lateRules}`;
  const [before = '', after = ''] = styleOf(withLateStyles(pageOf(animated, sections)));
  expect(before).toBe(`.top{animation:shown 1s}${shown}`);
  expect(after).toContain('@keyframes moved{to{opacity:0}}');
});

test('the policy has the hashes of both, and of nothing else', () => {
  expect(html).toContain(`content="style-src '${hashOf(early)}' '${hashOf(late)}'"`);
});

test.each([
  ['an island, whose elements React must find alone', 'astro-island'],
  ['a dialog, whose script counts its sections', 'dialog'],
])('nothing is put into %s', (_, name) => {
  const inside = sections.replace('<section class="low"', `<${name}><section class="low"`);
  const page = pageOf(css, `${inside}</${name}>`);
  expect(withLateStyles(page)).toBe(page);
});

test('a page whose lower part has few styles of its own stays as it is', () => {
  const page = pageOf(earlyRule.repeat(60) + low, sections);
  expect(withLateStyles(page)).toBe(page);
});
