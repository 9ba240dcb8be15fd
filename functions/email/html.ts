/**
 * Renders a draft as HTML for mail clients: inline styles, one column of 600 px at most, no images, nothing fetched.
 * All text passes through Hono's `html`, which escapes it.
 */
import { html, raw } from 'hono/html';
import { dial } from '#domain/policies/references.ts';
import { paths } from '#lib/paths.ts';
import type { AmountRow, Block, Draft, EmailContext, OrderItem, RichText } from './draft.ts';
import { darkModeCss, type StyledPart, styles } from './theme.ts';

type Html = ReturnType<typeof html>;

/** A part's class, for the media queries of dark mode and narrow windows, and its inline style. */
const styled = (part: StyledPart): Html => raw(`class="${part}" style="${styles[part]}"`);

const renderText = (text: RichText): Html[] =>
  (typeof text === 'string' ? [text] : text).map((run) => {
    if (typeof run === 'string') return html`${run}`;
    if ('strong' in run) return html`<strong ${styled('strong')}>${run.strong}</strong>`;
    return html`<a href="${run.to}" ${styled('link')}>${run.link}</a>`;
  });

/** A link that looks like a button. Outlook ignores padding on links, so it gets wide, raised spaces instead. */
const renderButton = (label: string, to: string): Html =>
  html`<p ${styled('buttonRow')}><a href="${to}" ${styled('button')}>${raw(
    '<!--[if mso]><i style="mso-font-width:200%;mso-text-raise:26px" hidden>&emsp;</i><span style="mso-text-raise:13px"><![endif]-->',
  )}${label}${raw('<!--[if mso]></span><i style="mso-font-width:200%" hidden>&emsp;&#8203;</i><![endif]-->')}</a></p>`;

const itemRow = ({ name, count, total }: OrderItem): Html =>
  html`<tr><th scope="row" ${styled('orderItem')}>${name}<span ${styled('count')}>${count}</span></th><td ${styled('itemTotal')}>${total}</td></tr>`;

const amountRow = ({ label, value, total }: AmountRow): Html =>
  html`<tr><th scope="row" ${styled(total ? 'totalLabel' : 'amountLabel')}>${label}</th><td ${styled(total ? 'total' : 'amount')}>${value}</td></tr>`;

function renderBlock(block: Block): Html {
  switch (block.type) {
    case 'paragraph':
    case 'small':
      return html`<p ${styled(block.type)}>${renderText(block.text)}</p>`;
    case 'lines':
      return html`<p ${styled('paragraph')}>${lines(block.lines)}</p>`;
    case 'title':
      return html`<h2 ${styled('title')}>${block.text}</h2>`;
    case 'button':
      return renderButton(block.label, block.to);
    case 'details':
      return html`<table ${styled('details')}>${block.rows.map(
        ([label, value]) =>
          html`<tr><th scope="row" ${styled('label')}>${label}</th><td ${styled('value')}>${lines(value.split('\n'))}</td></tr>`,
      )}</table>`;
    case 'orderItems':
      return html`<table ${styled('orderItems')}>${block.items.map(itemRow)}</table><table ${styled('amounts')}>${block.amounts.map(amountRow)}</table>`;
    case 'list':
      return html`<ul ${styled('list')}>${block.items.map((item) => html`<li ${styled('item')}>${renderText(item)}</li>`)}</ul>`;
    case 'quote':
      return html`<blockquote ${styled('quote')}>${lines(block.lines)}</blockquote>`;
    case 'highlight':
      return html`<div ${styled('highlight')}><p ${styled('highlightLabel')}>${block.label}</p><p ${styled(block.code ? 'highlightCode' : 'highlightValue')}>${block.value}</p></div>`;
  }
}

const lines = (all: readonly string[]): Html[] =>
  all.map((line, n) => (n ? html`<br>${line}` : html`${line}`));

/** The ways to reach customer care; the contact page while there is none. */
function footerLinks({ care }: EmailContext['store'], url: string): Html {
  const link = (to: string, text: string) => html`<a href="${to}" ${styled('footerLink')}>${text}</a>`;
  const email = care.email && link(`mailto:${care.email}`, care.email);
  const phone = care.phone && link(dial(care.phone), care.phone);
  if (!email && !phone) return link(url + paths.contact, 'Contact us');
  return html`${email}${email && phone && ' or '}${phone}${phone && care.hours && html`<br>${care.hours}`}`;
}

const renderFooter = (
  { reason, unsubscribe }: Draft,
  { store, url }: EmailContext,
): Html => html`<div ${styled('footer')}>
<p ${styled('footerLine')}>You get this email because ${reason}.${
  unsubscribe && html` <a href="${unsubscribe.page}" ${styled('footerLink')}>${unsubscribe.label}</a>`
}</p>
<p ${styled('footerLine')}>Questions? ${footerLinks(store, url)}</p>
<p ${styled('footerLine')}>${store.legal.entity}<br>${store.legal.address && html`${store.legal.address.join(', ')}<br>`}<a href="${url}" ${styled('footerLink')}>${new URL(url).host}</a></p>
</div>`;

/** Keeps the first words of the body out of the inbox preview. */
const preheaderFill = raw('&#x34f;&zwnj;&nbsp;'.repeat(80));
const outlookColumn = (open: boolean): Html =>
  raw(
    open
      ? '<!--[if mso]><table role="presentation" width="600" align="center"><tr><td><![endif]-->'
      : '<!--[if mso]></td></tr></table><![endif]-->',
  );

/** The whole document. Pure. */
export const renderHtml = (draft: Draft, context: EmailContext): string =>
  String(html`<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${draft.subject}</title>
<style>${raw(darkModeCss)}
</style>
</head>
<body ${styled('page')}>
<div ${styled('hidden')}>${draft.preheader}${preheaderFill}</div>
<div role="article" aria-roledescription="email" aria-label="${draft.subject}" lang="en-IN">
${outlookColumn(true)}<div ${styled('column')}>
<div ${styled('header')}><a href="${context.url}" ${styled('wordmark')}>${context.store.name}</a></div>
<div ${styled('card')}>
<h1 ${styled('heading')}>${draft.heading}</h1>
<div ${styled('rule')}>&nbsp;</div>
${draft.blocks.map(renderBlock)}
</div>
${renderFooter(draft, context)}
</div>${outlookColumn(false)}
</div>
</body>
</html>
`);
