/**
 * Moves the styles of the lower part of a page to where that part begins, and with them the styles of what no element
 * of the page is yet, such as messages. A slow phone paints the first screen as soon as it has read its styles; those of
 * the rest, more than half of them, no longer come before it.
 */
import postcss, { type AtRule, type ChildNode, type Container, type Rule } from 'postcss';
import { hashOf } from '#lib/csp-hash.build.ts';

/** Characters of HTML after `<main` that surely hold the first screen of a phone. */
const firstScreen = 9_000;
/** Fewer characters of styles are not worth a second hash in the page's policy. */
const leastStyles = 2_000;

const styles = /<style>((?:(?!<\/style>)[\s\S]){1000,})<\/style>/;
const tags = /<[a-z][^>]*>/g;
const classes = /\sclass="([^"]*)"/;
const scope = /\sdata-astro-cid-\w+/g;
/** Scripts that run while the page is read. Modules run after it, when all styles are there. */
const earlyScripts = /<script>([\s\S]*?)<\/script>/g;

/** Where each class and each component's scope occurs first, by `.class` and `[scope]`. */
function firstUses(html: string, from: number): Map<string, number> {
  const uses = new Map<string, number>();
  for (const tag of html.slice(from).matchAll(tags)) {
    const [text] = tag;
    const names = [
      ...(classes.exec(text)?.[1]?.split(/\s+/) ?? []).map((name) => `.${name}`),
      ...[...text.matchAll(scope)].map(([name]) => `[${name.trim()}]`),
    ];
    for (const name of names) if (!uses.has(name)) uses.set(name, from + tag.index);
  }
  return uses;
}

/** The classes and scopes that an element must have to match. What stands in `:not(…)` and the like does not count. */
const required = (selector: string): string[] =>
  selector.replaceAll(/:(not|is|where|has)\([^()]*\)/g, '').match(/\.[\w-]+|\[data-astro-cid-\w+\]/g) ?? [];

/** Moves the selectors of a rule that are late; all rules of a selector stay in their order so. */
function moveRule(rule: Rule, to: Container, isLate: (selector: string) => boolean): void {
  const { true: late, false: early } = Object.groupBy(rule.selectors, (one) => `${isLate(one)}`);
  if (!late) return;
  to.append(rule.clone({ selectors: late }));
  if (early) rule.selectors = early;
  else rule.remove();
}

/** Moves the keyframes that only late rules name: nothing depends on their place. */
function moveKeyframes(from: Container, to: Container): void {
  const named = new Set<string>();
  from.walkDecls(/^animation(-name)?$/, ({ value }) => {
    for (const word of value.split(/[\s,]+/)) named.add(word);
  });
  const unnamed: AtRule[] = [];
  from.walkAtRules('keyframes', (frames) => {
    if (!named.has(frames.params)) unnamed.push(frames);
  });
  for (const frames of unnamed) {
    const { parent } = frames;
    to.append(frames.remove());
    if (parent?.nodes?.length === 0) parent.remove();
  }
}

type Parts = { early: string; late: string };

/** Splits styles into those whose selectors are late, in their order, and the others. Keeps layers and conditions. */
function split(styles: string, isLate: (selector: string) => boolean): Parts {
  const move = (from: Container, to: Container) => {
    for (const node of [...(from.nodes ?? [])] as ChildNode[]) {
      if (node.type === 'rule') moveRule(node, to, isLate);
      if (node.type !== 'atrule' || !['media', 'supports', 'layer', 'container'].includes(node.name))
        continue;
      if (!node.nodes) continue;
      const copy = node.clone({ nodes: [] });
      move(node, copy);
      if (copy.nodes?.length) to.append(copy);
      if (!node.nodes.length) node.remove();
    }
  };
  const early = postcss.parse(styles);
  const late = postcss.root();
  move(early, late);
  moveKeyframes(early, late);
  return { early: early.toString(), late: late.toString() };
}

/**
 * Styles of a kind of page.
 * @property names the classes and scopes in their selectors
 * @property parts what was made of them, by which names are late: most pages of a kind agree in that
 */
type KnownStyles = { names: string[]; parts: Map<string, Parts> };
const known = new Map<string, KnownStyles>();

function namesIn(styles: string): string[] {
  const names = new Set<string>();
  postcss.parse(styles).walkRules(({ selectors }) => {
    for (const selector of selectors) for (const name of required(selector)) names.add(name);
  });
  return [...names];
}

/** Splits styles, once for all pages that agree in what is late. @param isLate whether a class or scope is */
function splitOnce(styles: string, isLate: (name: string) => boolean): Parts {
  const one = known.get(styles) ?? { names: namesIn(styles), parts: new Map<string, Parts>() };
  known.set(styles, one);
  const late = new Set(one.names.filter(isLate));
  const key = [...late].join();
  const parts =
    one.parts.get(key) ?? split(styles, (selector) => required(selector).some((name) => late.has(name)));
  one.parts.set(key, parts);
  return parts;
}

/**
 * Where the first section below the first screen begins. Not inside an island, whose elements React must find alone, and
 * not inside a dialog, which shows later and whose script counts its sections.
 */
function lowerPart(html: string): number | undefined {
  const main = html.indexOf('<main');
  if (main < 0) return undefined;
  let closed = 0;
  for (const { 0: tag, index } of html.matchAll(/<(\/?(?:astro-island|dialog)|section|footer)\b/g)) {
    if (/island|dialog/.test(tag)) closed += tag.startsWith('</') ? -1 : 1;
    else if (!closed && index > main + firstScreen) return index;
  }
  return undefined;
}

/** Returns the page with its styles in two parts; the same page where the second would be small. */
export function withLateStyles(html: string): string {
  const all = styles.exec(html)?.[1];
  const start = lowerPart(html);
  if (!all || !start) return html;
  const uses = firstUses(html, html.indexOf('<body'));
  const scripts = [...html.matchAll(earlyScripts)].map(([, script]) => script).join('\n');
  const isLate = (name: string): boolean => {
    const first = uses.get(name);
    // A class that no element has yet is set by a script: one that runs early may show it at once.
    return first === undefined ? !scripts.includes(name.slice(1)) : first >= start;
  };
  const { early, late } = splitOnce(all, isLate);
  if (late.length < leastStyles) return html;
  return [html.slice(0, start), `<style>${late}</style>`, html.slice(start)]
    .join('')
    .replace(all, () => early)
    .replace(`'${hashOf(all)}'`, () => `'${hashOf(early)}' '${hashOf(late)}'`);
}
