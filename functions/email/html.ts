/**
 * A draft as HTML for mail clients: styles inline, one column of 600 px at most, no pictures, nothing
 * fetched. Every word passes through Hono's `html`, which escapes it.
 */
import { html, raw } from 'hono/html';
import { dial } from '#features/policies/references.ts';
import type { Block, Draft, Good, Shop, Sum, Words } from './draft.ts';
import { night, type Part, styles } from './look.ts';

type Html = ReturnType<typeof html>;

/** A part's class, by which night and narrow windows find it, and its inline style. */
const look = (part: Part): Html => raw(`class="${part}" style="${styles[part]}"`);

const written = (text: Words): Html[] =>
  (typeof text === 'string' ? [text] : text).map((run) => {
    if (typeof run === 'string') return html`${run}`;
    if ('strong' in run) return html`<strong ${look('strong')}>${run.strong}</strong>`;
    return html`<a href="${run.to}" ${look('link')}>${run.link}</a>`;
  });

/**
 * A link that looks like a button everywhere. Outlook knows no padding on a link: wide, raised spaces that
 * only Outlook reads stand in for it.
 */
const buttonOf = (label: string, to: string): Html =>
  html`<p ${look('buttonRow')}><a href="${to}" ${look('button')}>${raw(
    '<!--[if mso]><i style="mso-font-width:200%;mso-text-raise:26px" hidden>&emsp;</i><span style="mso-text-raise:13px"><![endif]-->',
  )}${label}${raw('<!--[if mso]></span><i style="mso-font-width:200%" hidden>&emsp;&#8203;</i><![endif]-->')}</a></p>`;

const goodRow = ({ name, count, total }: Good): Html =>
  html`<tr><th scope="row" ${look('good')}>${name}<span ${look('count')}>${count}</span></th><td ${look('amount')}>${total}</td></tr>`;

const sumRow = ({ label, value, total }: Sum): Html =>
  html`<tr><th scope="row" ${look(total ? 'totalLabel' : 'sumLabel')}>${label}</th><td ${look(total ? 'total' : 'sum')}>${value}</td></tr>`;

function blockOf(block: Block): Html {
  switch (block.is) {
    case 'words':
    case 'small':
      return html`<p ${look(block.is)}>${written(block.words)}</p>`;
    case 'lines':
      return html`<p ${look('words')}>${lines(block.lines)}</p>`;
    case 'title':
      return html`<h2 ${look('title')}>${block.text}</h2>`;
    case 'button':
      return buttonOf(block.label, block.to);
    case 'facts':
      return html`<table ${look('facts')}>${block.rows.map(
        ([label, value]) =>
          html`<tr><th scope="row" ${look('label')}>${label}</th><td ${look('value')}>${lines(value.split('\n'))}</td></tr>`,
      )}</table>`;
    case 'goods':
      return html`<table ${look('goods')}>${block.goods.map(goodRow)}</table><table ${look('sums')}>${block.sums.map(sumRow)}</table>`;
    case 'list':
      return html`<ul ${look('list')}>${block.items.map((item) => html`<li ${look('item')}>${written(item)}</li>`)}</ul>`;
    case 'quote':
      return html`<blockquote ${look('quote')}>${lines(block.lines)}</blockquote>`;
    case 'key':
      return html`<div ${look('key')}><p ${look('keyLabel')}>${block.label}</p><p ${look(block.code ? 'keyCode' : 'keyValue')}>${block.value}</p></div>`;
  }
}

const lines = (all: readonly string[]): Html[] =>
  all.map((line, n) => (n ? html`<br>${line}` : html`${line}`));

const footOf = ({ why, unsubscribe }: Draft, { store, url }: Shop): Html => html`<div ${look('foot')}>
<p ${look('footLine')}>You get this email because ${why}.${
  unsubscribe && html` <a href="${unsubscribe.page}" ${look('footLink')}>Unsubscribe</a>`
}</p>
<p ${look('footLine')}>Questions? <a href="mailto:${store.care.email}" ${look('footLink')}>${store.care.email}</a> or <a href="${dial(store.care.phone)}" ${look('footLink')}>${store.care.phone}</a><br>${store.care.hours}</p>
<p ${look('footLine')}>${store.legal.entity}<br>${store.legal.address.join(', ')}<br><a href="${url}" ${look('footLink')}>${new URL(url).host}</a></p>
</div>`;

/** Keeps the first words of the letter out of an inbox's line after the subject. */
const preheaderFill = raw('&#x34f;&zwnj;&nbsp;'.repeat(80));
const outlookColumn = (open: boolean): Html =>
  raw(
    open
      ? '<!--[if mso]><table role="presentation" width="600" align="center"><tr><td><![endif]-->'
      : '<!--[if mso]></td></tr></table><![endif]-->',
  );

/** The whole document. Pure; nothing in it is fetched. */
export const htmlOf = (draft: Draft, shop: Shop): string =>
  String(html`<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${draft.subject}</title>
<style>${raw(night)}
</style>
</head>
<body ${look('page')}>
<div ${look('hidden')}>${draft.preheader}${preheaderFill}</div>
<div role="article" aria-roledescription="email" aria-label="${draft.subject}" lang="en-IN">
${outlookColumn(true)}<div ${look('column')}>
<div ${look('head')}><a href="${shop.url}" ${look('wordmark')}>${shop.store.name}</a></div>
<div ${look('card')}>
<h1 ${look('heading')}>${draft.heading}</h1>
<div ${look('rule')}>&nbsp;</div>
${draft.blocks.map(blockOf)}
</div>
${footOf(draft, shop)}
</div>${outlookColumn(false)}
</div>
</body>
</html>
`);
