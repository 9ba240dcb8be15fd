/** The page /dev: the simulators, their latest requests, and switches that make them fail. */
import { html } from 'hono/html';
import type { ApiRequest } from '../misbehaviour.ts';
import type { Delivery } from '../webhooks.ts';
import { type Html, page, timeOf } from './page.ts';
import { deliveryModes, deliveryModesOf, type Provider, troubles } from './switches.ts';
import type { PendingDecision } from './waiting.ts';

const shown = 8;

const option = (value: string, label: string, isChosen = false): Html =>
  html`<option value="${value}" ${isChosen ? 'selected' : ''}>${label}</option>`;

const select = (id: string, name: string, label: string, options: Html[]): Html => html`
  <span class="field">
    <label for="${id}">${label}</label>
    <select id="${id}" name="${name}">${options}</select>
  </span>`;

const troubleForm = (id: string): Html => html`
  <details>
    <summary>Add a fault</summary>
    <form class="switch" method="post" action="/dev/${id}">
    ${select(`${id}-times`, 'times', 'The next', [
      option('1', 'request'),
      option('3', '3 requests'),
      option('all', 'requests, all of them'),
    ])}
    ${select(`${id}-method`, 'method', 'by', [option('', 'any method'), option('POST', 'POST'), option('GET', 'GET')])}
    <span class="field">
      <label for="${id}-path">to</label>
      <input id="${id}-path" name="path" placeholder="any path; * is one part" autocapitalize="none" spellcheck="false">
    </span>
    ${select(
      `${id}-how`,
      'how',
      'will',
      Object.entries(troubles).map(([value, { label }]) => option(value, label)),
    )}
    <button class="plain" name="do" value="trouble">Add fault</button>
    </form>
  </details>`;

const troubleList = ({ id, api }: Provider): Html =>
  api.troubles.length
    ? html`<ul class="plain-list">
        ${api.troubles.map(({ id: number, method, path, how, times = 1, met }) => {
          const label = Object.values(troubles).find(
            (one) => JSON.stringify(one.how) === JSON.stringify(how),
          )?.label;
          const count = times === Number.POSITIVE_INFINITY ? 'all' : `${met} of ${times}`;
          return html`<li>
            <form class="row" method="post" action="/dev/${id}">
              <input type="hidden" name="id" value="${number}">
              <span>${method ?? 'Any'} ${String(path ?? 'path')}: ${label ?? 'as a test ordered'} <span class="soft">(${count})</span></span>
              <button name="do" value="end">Remove and release</button>
            </form>
          </li>`;
        })}
      </ul>`
    : html`<p class="soft">The API works normally.</p>`;

const mannerName = (manner: unknown): string =>
  Object.entries(deliveryModes).find(
    ([, one]) => JSON.stringify(one.manner) === JSON.stringify(manner),
  )?.[0] ?? 'normal';

const disputeForm = ({ id, disputeLast }: Provider): Html =>
  disputeLast
    ? html`<form class="row" method="post" action="/dev/${id}">
        <span>A bank can also dispute a payment.</span>
        <button name="do" value="dispute">Dispute the last payment</button>
      </form>`
    : html``;

function webhookForms({ id, webhooks }: Provider): Html {
  if (!webhooks) return html``;
  const held = webhooks.deliveries.filter(({ state }) => state === 'held').length;
  const present = mannerName(webhooks.manner);
  return html`
    <h3>Webhooks</h3>
    <form class="switch" method="post" action="/dev/${id}">
      ${select(
        `${id}-manner`,
        'manner',
        'From now on, deliver them',
        deliveryModesOf(webhooks).map(([value, { label }]) => option(value, label, value === present)),
      )}
      <button class="plain" name="do" value="manner">Set</button>
    </form>
    ${
      held
        ? html`<form class="row" method="post" action="/dev/${id}">
            <input type="hidden" name="do" value="release">
            <span>${held} held</span>
            <span class="pair">
              <button name="order" value="sent">Release in order</button>
              <button name="order" value="reverse">Newest first</button>
            </span>
          </form>`
        : ''
    }
    ${webhooks.deliveries.length ? deliveryList(webhooks.deliveries) : html`<p class="soft">No webhooks yet.</p>`}`;
}

const answerOf = ({ state, tries }: Delivery): string =>
  tries.length ? tries.map(({ status }) => status || 'no answer').join(', ') : state;

const deliveryList = (deliveries: readonly Delivery[]): Html => html`
  <ul class="plain-list log">
    ${deliveries
      .slice(-shown)
      .toReversed()
      .map(
        (delivery) =>
          html`<li><span>${delivery.type}</span> <span class="soft">${answerOf(delivery)}</span></li>`,
      )}
  </ul>`;

const requestList = (requests: readonly ApiRequest[]): Html =>
  requests.length
    ? html`<ul class="plain-list log">
        ${requests
          .slice(-shown)
          .toReversed()
          .map(
            ({ method, path, status }) =>
              html`<li><span>${method} ${path}</span> <span class="soft">${status ?? 'no answer'}</span></li>`,
          )}
      </ul>`
    : html`<p class="soft">No requests yet.</p>`;

const card = (provider: Provider): Html => html`
  <section class="card" aria-labelledby="${provider.id}-title">
    <h2 id="${provider.id}-title">${provider.name}</h2>
    <h3>API</h3>
    ${requestList(provider.api.requests)} ${troubleList(provider)} ${troubleForm(provider.id)}
    ${disputeForm(provider)} ${webhookForms(provider)}
  </section>`;

const waitingList = (waiting: readonly PendingDecision[]): Html => html`
  <section class="card" aria-labelledby="waiting-title">
    <h2 id="waiting-title">Waiting for a bank</h2>
    ${
      waiting.length
        ? html`<ul class="plain-list">
            ${waiting.map(
              ({ id, what }) => html`<li>
                <form class="row" method="post" action="/dev/waiting">
                  <input type="hidden" name="id" value="${id}">
                  <span>${what} <span class="soft">${id}</span></span>
                  <span class="pair">
                    <button name="say" value="yes">Confirm</button>
                    <button name="say" value="no">Fail</button>
                  </span>
                </form>
              </li>`,
            )}
          </ul>`
        : html`<p class="soft">Nothing is waiting.</p>`
    }
  </section>`;

type Overview = {
  providers: readonly Provider[];
  waiting: readonly PendingDecision[];
  mails: number;
  holdsRefunds: boolean;
  /** The simulators' clock, in ms. */
  now: number;
};

export const overview = ({ providers, waiting, mails, holdsRefunds, now }: Overview): Html =>
  page({
    title: 'Simulators',
    body: html`
      <h1>Simulators</h1>
      <p>
        This shop runs without keys, so programs on this machine answer in place of Stripe, Razorpay and an email service. They use the same APIs. Nothing leaves this machine and no money moves. You can also make them fail here, and see what the shop does.
      </p>
      <p><a class="go" href="/dev/mail">Mailbox (${mails})</a> <span class="soft">Time of the simulators: ${timeOf(now)}</span></p>
      <form class="row" method="post" action="/dev/refunds">
        <span>Refunds arrive ${holdsRefunds ? 'when confirmed below' : 'at once'}.</span>
        <button name="hold" value="${holdsRefunds ? 'no' : 'yes'}">
          ${holdsRefunds ? 'Let them arrive at once' : 'Let them wait'}
        </button>
      </form>
      ${waitingList(waiting)}
      <div class="cards">${providers.map(card)}</div>`,
  });
