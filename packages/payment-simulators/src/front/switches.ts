/** Runs the forms of the page /dev. */
import type { Api, FailureMode } from '../misbehaviour.ts';
import type { DeliveryMode, Webhooks } from '../webhooks.ts';

/** A provider on the page; the mail provider has no webhooks and no disputes. */
export type Provider = { id: string; name: string; api: Api; webhooks?: Webhooks; disputeLast?: () => void };

/** Ways of an API to fail, by what the form sends. */
export const troubles: Record<string, { label: string; how: FailureMode }> = {
  'status-500': { label: 'answer 500', how: { status: 500 } },
  'status-429': { label: 'answer 429', how: { status: 429 } },
  drop: { label: 'cut the connection without processing', how: 'drop' },
  'drop-after': { label: 'process it, then cut the connection', how: 'drop-after' },
  hang: { label: 'wait until released, then process it', how: 'hang' },
  slow: { label: 'process it, answer when released', how: 'slow' },
};

/** Ways of webhooks to come, by what the form sends. */
export const deliveryModes: Record<string, { label: string; manner: DeliveryMode }> = {
  normal: { label: 'normally', manner: 'normal' },
  repeat: { label: '50 times each', manner: { repeat: 50 } },
  never: { label: 'never', manner: 'never' },
  hold: { label: 'when released', manner: 'hold' },
  'wrong-secret': { label: 'forged: another secret', manner: { forged: 'wrong-secret' } },
  tampered: { label: 'forged: body changed', manner: { forged: 'tampered' } },
  old: { label: 'forged: an hour old', manner: { forged: 'old' } },
  'previous-secret': { label: 'signed with the previous secret', manner: 'previous-secret' },
};

/** The manners that this provider's webhooks can have. */
export const deliveryModesOf = (webhooks: Webhooks) =>
  Object.entries(deliveryModes).filter(([value]) => value !== 'old' || webhooks.signsTime);

type Fields = Record<string, unknown>;
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function orderTrouble({ api }: Provider, fields: Fields): void {
  const chosen = troubles[textOf(fields.how)];
  if (!chosen) return;
  const times = fields.times === 'all' ? Number.POSITIVE_INFINITY : Number(fields.times) || 1;
  api.trouble({
    how: chosen.how,
    times,
    ...(textOf(fields.method) && { method: textOf(fields.method) }),
    ...(textOf(fields.path) && { path: textOf(fields.path) }),
  });
}

function setManner({ webhooks }: Provider, fields: Fields): void {
  const chosen = webhooks && deliveryModesOf(webhooks).find(([value]) => value === fields.manner);
  if (chosen) webhooks.manner = chosen[1].manner;
}

const actions: Record<string, (provider: Provider, fields: Fields) => void> = {
  trouble: orderTrouble,
  manner: setManner,
  end: ({ api }, fields) => api.troubles.find(({ id }) => String(id) === fields.id)?.release(),
  dispute: ({ disputeLast }) => disputeLast?.(),
  // Not awaited: a shop that is down would hold the page.
  release: ({ webhooks }, { order }) => webhooks?.release(order === 'reverse' ? 'reverse' : 'sent'),
};

/** Runs the action that the form's field `do` names; unknown ones are ignored. */
export const runAction = (provider: Provider, fields: Fields): void =>
  actions[textOf(fields.do)]?.(provider, fields);
