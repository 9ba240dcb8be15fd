/** The first page: the simulators, their latest requests, and the switches of their faults. */
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { Api, ApiRequest, Fault, InjectedFault } from '../core/api.ts';
import type { Clock } from '../core/clock.ts';
import type { Delivery, WebhookFault, Webhooks } from '../core/webhooks.ts';
import type { Mailbox } from '../mail/mailbox.ts';
import type { RazorpaySimulator } from '../razorpay/simulator.ts';
import type { StripeSimulator } from '../stripe/simulator.ts';
import { type Html, type Page, timeOf } from './page.ts';

export type All = { stripe: StripeSimulator; razorpay: RazorpaySimulator; mailbox: Mailbox; clock: Clock };

/** A card of the page; the mail service has no webhooks and no disputes. */
type Service = { id: string; name: string; api: Api; webhooks?: Webhooks; disputeLast?(): void };

type Choice<T> = { label: string; fault: T };

/** Faults of an API, by what the form sends. */
const faults: Record<string, Choice<Fault>> = {
  '500': { label: 'answer 500', fault: { status: 500 } },
  '429': { label: 'answer 429', fault: { status: 429 } },
  drop: { label: 'cut the connection without processing', fault: 'drop' },
  'drop-after': { label: 'process it, then cut the connection', fault: 'drop-after' },
  hang: { label: 'wait until released, then process it', fault: 'hang' },
  slow: { label: 'process it, answer when released', fault: 'slow' },
};

/** Faults of webhooks, by what the form sends. */
const webhookFaults: Record<string, Choice<WebhookFault>> = {
  none: { label: 'normally', fault: 'none' },
  repeat: { label: '50 times each', fault: { repeat: 50 } },
  never: { label: 'never', fault: 'never' },
  hold: { label: 'when released', fault: 'hold' },
  'wrong-secret': { label: 'forged: another secret', fault: { forged: 'wrong-secret' } },
  tampered: { label: 'forged: body changed', fault: { forged: 'tampered' } },
  old: { label: 'forged: an hour old', fault: { forged: 'old' } },
  'previous-secret': { label: 'signed with the previous secret', fault: 'previous-secret' },
};

const webhookFaultsOf = ({ options }: Webhooks) =>
  Object.entries(webhookFaults).filter(([value]) => value !== 'old' || options.signsTime);

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const select = (
  id: string,
  label: string,
  options: [value: string, label: string][],
  chosen = '',
): Html => html`
  <span class="field">
    <label for="${id}">${label}</label>
    <select id="${id}" name="${id.split('-').at(-1)}">${options.map(
      ([value, text]) =>
        html`<option value="${value}" ${value === chosen ? 'selected' : ''}>${text}</option>`,
    )}</select>
  </span>`;

const faultForm = (id: string): Html => html`
  <details>
    <summary>Add a fault</summary>
    <form class="fields" method="post" action="${id}/faults">
      ${select(`${id}-times`, 'The next', [
        ['1', 'request'],
        ['3', '3 requests'],
        ['all', 'requests, all of them'],
      ])}
      ${select(`${id}-method`, 'by', [
        ['', 'any method'],
        ['POST', 'POST'],
        ['GET', 'GET'],
      ])}
      <span class="field">
        <label for="${id}-path">to</label>
        <input id="${id}-path" name="path" placeholder="any path; * is one part" autocapitalize="none" spellcheck="false">
      </span>
      ${select(
        `${id}-fault`,
        'will',
        Object.entries(faults).map(([value, { label }]) => [value, label]),
      )}
      <button>Add fault</button>
    </form>
  </details>`;

const faultRow = (service: string, { id, met, rule }: InjectedFault): Html => {
  const { method = 'Any', path = 'path', times = 1 } = rule;
  const label =
    Object.values(faults).find(({ fault }) => isSame(fault, rule.fault))?.label ?? 'as a test wants';
  return html`<li>
    <form class="row" method="post" action="${service}/faults/${id}/release">
      <span>${method} ${String(path)}: ${label} <span class="soft">(${met} of ${times})</span></span>
      <button>Remove and release</button>
    </form>
  </li>`;
};

const list = (items: Html[], none: string, kind = ''): Html =>
  items.length ? html`<ul class="list ${kind}">${items}</ul>` : html`<p class="soft">${none}</p>`;

/** The last ones, newest first. */
const log = <T>(items: readonly T[], none: string, row: (item: T) => [what: string, result: string]): Html =>
  list(
    items
      .slice(-8)
      .reverse()
      .map(row)
      .map(([what, result]) => html`<li><span>${what}</span> <span class="soft">${result}</span></li>`),
    none,
    'log',
  );

const requestRow = ({ method, path, status }: ApiRequest): [string, string] => [
  `${method} ${path}`,
  String(status ?? 'no answer'),
];
const deliveryRow = ({ type, state, tries }: Delivery): [string, string] => [
  type,
  tries.map(({ status }) => status || 'no answer').join(', ') || state,
];

function webhookForms(id: string, webhooks: Webhooks): Html {
  const held = webhooks.deliveries.filter(({ state }) => state === 'held').length;
  const choices = webhookFaultsOf(webhooks);
  const [present] = choices.find(([, { fault }]) => isSame(fault, webhooks.fault)) ?? [];
  return html`
    <h3>Webhooks</h3>
    <form class="fields" method="post" action="${id}/webhooks">
      ${select(
        `${id}-webhook-fault`,
        'From now on, deliver them',
        choices.map(([value, { label }]) => [value, label]),
        present,
      )}
      <button>Set</button>
    </form>
    ${
      held
        ? html`<form class="row" method="post" action="${id}/webhooks/release">
            <span>${held} held</span>
            <button name="order" value="sent">Release in order</button>
            <button name="order" value="reverse">Newest first</button>
          </form>`
        : ''
    }
    ${log(webhooks.deliveries, 'No webhooks yet.', deliveryRow)}`;
}

const card = ({ id, name, api, webhooks, disputeLast }: Service): Html => html`
  <section class="card" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${name}</h2>
    <h3>API</h3>
    ${log(api.requests, 'No requests yet.', requestRow)}
    ${list(
      api.faults.map((fault) => faultRow(id, fault)),
      'The API works normally.',
    )}
    ${faultForm(id)}
    ${disputeLast ? html`<form method="post" action="${id}/disputes"><button>Dispute the last payment</button></form>` : ''}
    ${webhooks ? webhookForms(id, webhooks) : ''}
  </section>`;

const decisionsOf = ({ stripe, razorpay }: All) => [...stripe.pending, ...razorpay.pending];

function overview(all: All, services: readonly Service[]): Html {
  const { holdRefunds } = all.stripe.settings;
  const pending = decisionsOf(all).map(
    ({ id, what }) => html`<li>
      <form class="row" method="post" action="decisions/${id}">
        <span>${what} <span class="soft">${id}</span></span>
        <button name="decision" value="yes">Confirm</button>
        <button name="decision" value="no">Fail</button>
      </form>
    </li>`,
  );
  return html`
    <h1>Simulators</h1>
    <p>
      Programs on this machine answer in place of Stripe, Razorpay and an email service. They use the same APIs.
      Nothing leaves this machine and no money moves. You can also make them fail here, and see what the shop does.
    </p>
    <p><a href="mail">Mailbox (${all.mailbox.messages.length})</a> <span class="soft">Time of the simulators: ${timeOf(all.clock.now())}</span></p>
    <form class="row" method="post" action="settings">
      <span>Refunds arrive ${holdRefunds ? 'when confirmed below' : 'at once'}.</span>
      <button name="holdRefunds" value="${holdRefunds ? 'no' : 'yes'}">
        ${holdRefunds ? 'Let them arrive at once' : 'Let them wait'}
      </button>
    </form>
    <section class="card" aria-labelledby="waiting-title">
      <h2 id="waiting-title">Waiting for a bank</h2>
      ${list(pending, 'Nothing is waiting.')}
    </section>
    <div class="cards">${services.map(card)}</div>`;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** @param home path of this page */
export function dashboard(all: All, page: Page, home: string): Hono {
  const app = new Hono();
  const { stripe, razorpay, mailbox, clock } = all;
  const services: Service[] = [
    ...[stripe, razorpay].map((one) => ({
      id: one.name.toLowerCase(),
      name: one.name,
      api: one.api,
      webhooks: one.webhooks,
      disputeLast: () => one.disputeLast(),
    })),
    { id: 'mail', name: 'Mail', api: mailbox.api },
  ];
  /** A form: what it does, and then this page again. */
  const form = (path: string, run: (fields: Record<string, unknown>, c: Context) => void) =>
    app.post(path, async (c) => {
      run(await c.req.parseBody(), c);
      return c.redirect(home, 303);
    });

  app.get('/', (c) => c.html(page({ title: 'Simulators', body: overview(all, services) })));
  form('/decisions/:id', ({ decision }, c) => {
    const found = decisionsOf(all).find(({ id }) => id === c.req.param('id'));
    if (decision === 'yes') found?.yes();
    else found?.no();
  });
  form('/settings', ({ holdRefunds }) => {
    for (const { settings } of [stripe, razorpay]) settings.holdRefunds = holdRefunds === 'yes';
  });
  form('/clock', ({ offsetMs }) => clock.set(Number(offsetMs) || 0));
  for (const { id, api, webhooks, disputeLast } of services) {
    form(`/${id}/faults`, (fields) => {
      const { fault } = faults[textOf(fields.fault)] ?? {};
      const times = fields.times === 'all' ? Number.POSITIVE_INFINITY : Number(fields.times) || 1;
      const [method, path] = [textOf(fields.method) || undefined, textOf(fields.path) || undefined];
      if (fault) api.inject({ fault, times, method, path });
    });
    form(`/${id}/faults/:fault/release`, (_, c) =>
      api.faults.find((one) => String(one.id) === c.req.param('fault'))?.release(),
    );
    if (disputeLast) form(`/${id}/disputes`, disputeLast);
    if (!webhooks) continue;
    form(`/${id}/webhooks`, ({ fault: value }) => {
      const [, chosen] = webhookFaultsOf(webhooks).find(([name]) => name === value) ?? [];
      if (chosen) webhooks.fault = chosen.fault;
    });
    // Not awaited: a shop that is down would hold the page.
    form(`/${id}/webhooks/release`, ({ order }) => {
      webhooks.release(order === 'reverse' ? 'reverse' : 'sent');
    });
  }
  return app;
}
