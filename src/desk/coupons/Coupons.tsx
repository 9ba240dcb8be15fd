import { useState } from 'react';
import type { Route } from '#domain/desk/route.ts';
import { type CouponView, couponViews } from '#domain/pricing/new-coupon.ts';
import { api, type ResponseOf, send } from '#lib/api.ts';
import { formatDay } from '#lib/dates.ts';
import { formatPrice } from '#lib/money.ts';
import { StatusBadge, type Tone } from '#ui/StatusBadge.tsx';
import { ActionDialog } from '../ui/ActionDialog.tsx';
import { DeskList, type DialogEnds } from '../ui/DeskList.tsx';
import { CreateCouponDialog } from './CreateCouponDialog.tsx';

type Codes = ResponseOf<typeof api.desk.coupons.$get>;
type Code = Codes['rows'][number];

const states: Record<Code['state'], [Tone, string]> = {
  running: ['done', 'Active'],
  expired: ['ended', 'Ended'],
  used_up: ['ended', 'Used up'],
};

/** `3 of 10, 1 each` */
const usedText = ({ uses, maxUses, maxUsesPerCustomer }: Code): string =>
  [
    maxUses === null ? String(uses) : `${uses} of ${maxUses}`,
    ...(maxUsesPerCustomer === null ? [] : [`${maxUsesPerCustomer} each`]),
  ].join(', ');

const listingText = ({ listed }: Code): string => (listed ? 'Hide in cart' : 'Show in cart');

/** Coupon codes, newest first. */
export default function Coupons({ route }: { route: Route }) {
  const [making, setMaking] = useState(false);
  return (
    <DeskList<Codes, CouponView>
      route={route}
      title="Codes"
      views={{ param: 'show', options: couponViews }}
      search="One code"
      load={({ view: show, q, after }) =>
        send(api.desk.coupons.$get({ query: { show, q: q || undefined, after } }))
      }
      tools={({ reload }) => (
        <>
          <button type="button" className="button small" onClick={() => setMaking(true)}>
            Create code
          </button>
          {making && <CreateCouponDialog onClose={() => setMaking(false)} onChanged={reload} />}
        </>
      )}
      empty={({ q }) => (q ? `There is no code ${q}.` : 'There is no code yet.')}
      keyOf={({ code }) => code}
      columns={[
        [
          'Code',
          ({ code, imported }) => (
            <>
              <strong>{code}</strong>
              {imported && <span className="soft small"> from {imported.from}</span>}
            </>
          ),
        ],
        ['Discount', ({ percent }) => `${percent}%`, 'number'],
        ['Minimum order', ({ minSubtotal }) => (minSubtotal ? formatPrice(minSubtotal) : 'any'), 'number'],
        ['For whom', ({ email, listed }) => email ?? (listed ? 'everybody, in the cart' : 'everybody')],
        ['Last day', ({ lastDay }) => formatDay(lastDay)],
        ['Used', usedText, 'number'],
        ['Status', ({ state }) => <StatusBadge tone={states[state][0]}>{states[state][1]}</StatusBadge>],
      ]}
      actions={[
        {
          label: listingText,
          name: (code) => `${listingText(code)}: ${code.code}`,
          when: ({ state, email }) => email === null && state !== 'expired',
          dialog: (code, ends) => <ListingDialog code={code} {...ends} />,
        },
        {
          label: 'End now',
          name: ({ code }) => `End now: ${code}`,
          when: ({ state }) => state !== 'expired',
          dialog: ({ code }, ends) => (
            <ActionDialog
              {...ends}
              title={`End ${code} now?`}
              action="End code"
              call={api.desk.coupons[':code'].end.$post}
              input={{ param: { code } }}
            >
              <p>New orders can no longer use this code. Orders that already use it keep it.</p>
            </ActionDialog>
          ),
        },
      ]}
    />
  );
}

/** Shows a code in the cart, or no longer. */
const ListingDialog = ({ code, ...ends }: DialogEnds & { code: Code }) => (
  <ActionDialog
    {...ends}
    title={`${code.code} in the cart`}
    action={listingText(code)}
    call={api.desk.coupons[':code'].listed.$post}
    input={{ param: { code: code.code }, json: { listed: !code.listed } }}
  >
    <p>
      {code.listed
        ? 'Shoppers no longer see this code. Who knows it can still use it.'
        : 'Everybody whom this code helps sees it in the cart and at checkout.'}
    </p>
  </ActionDialog>
);
