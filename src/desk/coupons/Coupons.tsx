import { useState } from 'react';
import { goTo, type Route, viewOf } from '#domain/desk/route.ts';
import { type CouponView, couponViews } from '#domain/pricing/new-coupon.ts';
import { api, type ResponseOf, send } from '#lib/api.ts';
import { formatDay } from '#lib/dates.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { StatusBadge, type Tone } from '#ui/StatusBadge.tsx';
import { formatRupees } from '../format-rupees.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { TableList } from '../ui/List.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { RowButton } from '../ui/Table.tsx';
import { usePages } from '../ui/usePages.ts';
import { CreateCouponDialog } from './CreateCouponDialog.tsx';

type Code = ResponseOf<typeof api.desk.coupons.$get>['codes'][number];

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
export default function Coupons({ route: { params } }: { route: Route }) {
  const show: CouponView = viewOf(couponViews, params.show);
  const q = params.q ?? '';
  const [making, setMaking] = useState(false);
  const [ending, setEnding] = useState<Code>();
  const [listing, setListing] = useState<Code>();
  const pages = usePages(
    `${show} ${q}`,
    (after) => send(api.desk.coupons.$get({ query: { show, q: q || undefined, after } })),
    ({ codes }) => codes,
  );
  return (
    <>
      <h1>Codes</h1>
      <div className="desk-tools">
        <SelectField
          label="Show"
          name="show"
          value={show}
          options={couponViews}
          onChange={(next) => goTo({ screen: 'coupons', params: { show: next } })}
        />
        <SearchField
          key={q}
          label="One code"
          value={q}
          onSearch={(code) => goTo({ screen: 'coupons', params: { q: code } })}
        />
        <button type="button" className="button small" onClick={() => setMaking(true)}>
          Create code
        </button>
      </div>
      <TableList
        pages={pages}
        empty={q ? `There is no code ${q}.` : 'There is no code yet.'}
        keyOf={({ code }) => code}
        columns={[
          ['Code', ({ code }) => <strong>{code}</strong>],
          ['Discount', ({ percent }) => `${percent}%`, 'number'],
          ['Minimum order', ({ minOrder }) => (minOrder ? formatRupees(minOrder) : 'any'), 'number'],
          [
            'For whom',
            (code) =>
              code.email ?? (
                <span className="cluster gap-1">
                  <span>{code.listed ? 'everybody, in the cart' : 'everybody'}</span>
                  {code.state !== 'expired' && (
                    <RowButton label={`${listingText(code)}: ${code.code}`} onClick={() => setListing(code)}>
                      {listingText(code)}
                    </RowButton>
                  )}
                </span>
              ),
          ],
          ['Last day', ({ lastDay }) => formatDay(lastDay)],
          ['Used', usedText, 'number'],
          ['Status', ({ state }) => <StatusBadge tone={states[state][0]}>{states[state][1]}</StatusBadge>],
          [
            'Change',
            (code) =>
              code.state !== 'expired' && (
                <RowButton label={`End now: ${code.code}`} onClick={() => setEnding(code)}>
                  End now
                </RowButton>
              ),
            'action',
          ],
        ]}
      />
      {making && <CreateCouponDialog onClose={() => setMaking(false)} onMade={pages.reload} />}
      {listing && (
        <FormDialog
          title={`${listing.code} in the cart`}
          action={listingText(listing)}
          onSubmit={() =>
            send(
              api.desk.coupons[':code'].listed.$post({
                param: { code: listing.code },
                json: { listed: !listing.listed },
              }),
            )
          }
          onClose={() => setListing(undefined)}
          onChanged={pages.reload}
        >
          <p>
            {listing.listed
              ? 'Shoppers no longer see this code. Who knows it can still use it.'
              : 'Everybody whom this code helps sees it in the cart and at checkout.'}
          </p>
        </FormDialog>
      )}
      {ending && (
        <FormDialog
          title={`End ${ending.code} now?`}
          action="End code"
          onSubmit={() =>
            send(api.desk.coupons[':code'].end.$post({ param: { code: ending.code }, json: {} }))
          }
          onClose={() => setEnding(undefined)}
          onChanged={pages.reload}
        >
          <p>New orders can no longer use this code. Orders that already use it keep it.</p>
        </FormDialog>
      )}
    </>
  );
}
