/** What the server answers to who begins to pay, as the next thing to do. */
import { paths } from '#lib/paths.ts';
import { cardPage, widgetScript } from './hosts.ts';

/** As `POST /api/order/razorpay` and `/pay` answer it; `amount` in paise, as Razorpay's window takes it. */
export type WidgetStart = {
  orderId: string;
  paid: boolean;
  order: { id: string; amount: number; currency: string; receipt: string };
  widget: { script: string; key: string; prefill: { name: string; email: string; contact: string } };
};
/** As `POST /api/order/stripe` and `/pay` answer it. */
type CardStart = { orderId: string; session_url: string };

export type Begun =
  /** Nothing is left to pay. */
  | { kind: 'placed'; orderId: string }
  | { kind: 'card'; orderId: string; page: URL }
  | { kind: 'widget'; orderId: string; script: URL; start: WidgetStart }
  /** The answer leads where paying may not lead. */
  | { kind: 'astray'; orderId: string };

/** @param origin our own */
export function readBegun(answer: WidgetStart | CardStart, origin: string): Begun {
  const { orderId } = answer;
  if ('session_url' in answer) {
    const page = cardPage(answer.session_url, origin);
    if (!page) return { kind: 'astray', orderId };
    // An order that is paid already is answered with where it is shown.
    const done = page.href === new URL(paths.orderPlaced(orderId), origin).href;
    return done ? { kind: 'placed', orderId } : { kind: 'card', orderId, page };
  }
  if (answer.paid) return { kind: 'placed', orderId };
  const script = widgetScript(answer.widget.script, origin);
  return script ? { kind: 'widget', orderId, script, start: answer } : { kind: 'astray', orderId };
}
