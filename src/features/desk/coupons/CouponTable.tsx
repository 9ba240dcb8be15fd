import { formatOrderDate } from '#lib/dates.ts';
import { StatusBadge, type Tone } from '#ui/StatusBadge.tsx';
import { formatRupees } from '../format-rupees.ts';
import { TableHead } from '../ui/TableHead.tsx';
import type { Code } from './Coupons.tsx';

const states: Record<Code['state'], [Tone, string]> = {
  running: ['done', 'Running'],
  expired: ['ended', 'Ended'],
  used_up: ['ended', 'Used up'],
};

/** Codes with their discount, conditions, uses and state. */
export function CouponTable({ codes, onEnd }: { codes: readonly Code[]; onEnd: (code: Code) => void }) {
  return (
    <table className="desk-table">
      <TableHead
        columns={[
          'Code',
          { number: 'Off' },
          { number: 'Orders from' },
          'For',
          'Last day',
          { number: 'Used' },
          'State',
          { visuallyHidden: 'End' },
        ]}
      />
      <tbody>
        {codes.map((code) => (
          <tr key={code.code}>
            <td data-label="Code">
              <strong>{code.code}</strong>
            </td>
            <td data-label="Off" className="number">
              {code.percent}%
            </td>
            <td data-label="Orders from" className="number">
              {code.minOrder ? formatRupees(code.minOrder) : 'any'}
            </td>
            <td data-label="For">{code.email ?? 'everybody'}</td>
            <td data-label="Last day">{formatOrderDate(code.lastDay)}</td>
            <td data-label="Used" className="number">
              {code.maxUses === null ? code.uses : `${code.uses} of ${code.maxUses}`}
            </td>
            <td data-label="State">
              <span>
                <StatusBadge tone={states[code.state][0]}>{states[code.state][1]}</StatusBadge>
              </span>
            </td>
            <td className="desk-action">
              {code.state !== 'expired' && (
                <button
                  type="button"
                  className="button quiet small"
                  aria-label={`End now: ${code.code}`}
                  onClick={() => onEnd(code)}
                >
                  End now
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
