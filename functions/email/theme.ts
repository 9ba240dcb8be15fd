/** Styles of the emails, in the colours and fonts of the brand. Mail clients do not support custom properties. */
import { fontFamily } from '#domain/brand/theme-css.ts';
import { theme } from '#settings';

export const { colours } = theme;

/** Used where they are installed; nothing is loaded. */
const wordmark = fontFamily(theme.fonts.emailWordmark);
const display = fontFamily(theme.fonts.emailDisplay);
const text = fontFamily(theme.fonts.emailText);
const code = "ui-monospace,Menlo,Consolas,'Courier New',monospace";

const c = colours;

/** Inline styles by part, because many mail clients drop other styles. */
export const styles = {
  page: `margin:0;padding:0;background-color:${c.cream};color:${c.ink};font-family:${text};font-size:16px;line-height:1.6;-webkit-text-size-adjust:100%`,
  column: 'max-width:600px;margin:0 auto;padding:32px 16px 40px',
  header: 'padding:0 0 24px;text-align:center',
  wordmark: `color:${c.green};font-family:${wordmark};font-size:26px;line-height:1.4;letter-spacing:.22em;text-decoration:none;text-transform:uppercase`,
  card: `background-color:${c.paper};border:1px solid ${c.line};border-radius:8px;padding:36px 36px 18px`,
  heading: `margin:0;color:${c.ink};font-family:${display};font-size:34px;font-weight:500;line-height:1.15;letter-spacing:-.01em`,
  rule: `width:44px;height:2px;margin:18px 0 22px;background-color:${c.gold};font-size:2px;line-height:2px`,
  paragraph: 'margin:0 0 18px;overflow-wrap:break-word',
  small: `margin:0 0 18px;color:${c.inkSoft};font-size:15px;overflow-wrap:break-word`,
  link: `color:${c.green};text-decoration:underline`,
  strong: 'font-weight:600',
  buttonRow: 'margin:8px 0 22px',
  button: `display:inline-block;padding:13px 28px;border-radius:8px;background-color:${c.green};color:${c.onGreen};font-size:16px;font-weight:500;line-height:24px;text-align:center;text-decoration:none;mso-padding-alt:0;text-underline-color:${c.green}`,
  title: `margin:30px 0 10px;color:${c.ink};font-family:${display};font-size:23px;font-weight:500;line-height:1.25`,
  details: 'width:100%;margin:0 0 20px;border-collapse:collapse;border-spacing:0',
  orderItems: 'width:100%;margin:0;border-collapse:collapse;border-spacing:0',
  label: `width:1%;padding:4px 20px 4px 0;color:${c.inkSoft};font-weight:400;text-align:left;vertical-align:top;white-space:nowrap`,
  value: 'padding:4px 0;text-align:left;vertical-align:top;overflow-wrap:anywhere',
  orderItem: `padding:13px 16px 13px 0;border-top:1px solid ${c.line};font-weight:400;text-align:left;vertical-align:top`,
  itemTotal: `padding:13px 0;border-top:1px solid ${c.line};text-align:right;vertical-align:top;white-space:nowrap`,
  count: `display:block;color:${c.inkSoft};font-size:14px`,
  amounts: `width:100%;margin:0 0 22px;border-collapse:collapse;border-spacing:0;border-top:1px solid ${c.line};border-bottom:1px solid ${c.line}`,
  amountLabel: `padding:7px 16px 0 0;color:${c.inkSoft};font-weight:400;text-align:left`,
  amount: 'padding:7px 0 0;text-align:right;white-space:nowrap',
  totalLabel: 'padding:7px 16px 12px 0;font-size:18px;font-weight:600;text-align:left',
  total: 'padding:7px 0 12px;font-size:18px;font-weight:600;text-align:right;white-space:nowrap',
  quote: `margin:0 0 18px;padding:14px 18px;border-left:3px solid ${c.gold};background-color:${c.sand};overflow-wrap:anywhere`,
  list: 'margin:0 0 18px;padding:0 0 0 20px',
  item: 'margin:0 0 6px',
  highlight: `margin:6px 0 24px;padding:18px 20px 20px;border-radius:8px;background-color:${c.sand};text-align:center`,
  highlightLabel: `margin:0 0 4px;color:${c.inkSoft};font-size:14px`,
  highlightValue: `margin:0;color:${c.green};font-family:${display};font-size:27px;font-weight:500;line-height:1.3;overflow-wrap:anywhere`,
  highlightCode: `margin:0;color:${c.green};font-family:${code};font-size:24px;font-weight:600;line-height:1.35;letter-spacing:.08em;overflow-wrap:anywhere`,
  footer: `padding:28px 16px 0;color:${c.inkSoft};font-size:14px;line-height:1.6;text-align:center`,
  footerLine: 'margin:0 0 10px',
  footerLink: `color:${c.inkSoft};text-decoration:underline;white-space:nowrap`,
  hidden: 'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all',
} as const;

export type StyledPart = keyof typeof styles;

/** Dark mode uses the green of the shop's footer. Clients that ignore this change the colours themselves. */
export const darkModeCss = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .page { background-color: ${c.greenDeep} !important }
  .card { background-color: ${c.green} !important; border-color: ${c.green} !important }
  .page, .heading, .title, .wordmark, .link, .highlightValue, .highlightCode { color: ${c.onGreen} !important }
  .small, .label, .count, .amountLabel, .highlightLabel, .footer, .footerLink { color: ${c.onGreenSoft} !important }
  .orderItem, .itemTotal, .amounts { border-color: ${c.inkSoft} !important }
  .button { background-color: ${c.onGreen} !important; color: ${c.greenDeep} !important }
  .quote, .highlight { background-color: ${c.greenDeep} !important }
}
@media (max-width: 480px) {
  .column { padding: 24px 10px 32px !important }
  .card { padding: 28px 20px 10px !important }
  .heading { font-size: 30px !important }
}`;
