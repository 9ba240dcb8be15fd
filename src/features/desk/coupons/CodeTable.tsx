import { formatOrderDate } from '#lib/dates.ts';
import { StatusBadge, type Tone } from '#ui/StatusBadge.tsx';
import { inRupees } from '../rupees.ts';
import { Head } from '../ui/Head.tsx';
import type { Code } from './Coupons.tsx';

const states: Record<Code['state'], [Tone, string]> = {
  running: ['done', 'Running'],
  expired: ['ended', 'Over'],
  used_up: ['ended', 'Used up'],
};

/** Codes with what they take off, from whom, and how often they were used. */
export function CodeTable({ codes, onEnd }: { codes: readonly Code[]; onEnd: (code: Code) => void }) {
  return (
    <table className="desk-table">
      <Head
        columns={[
          'Code',
          { number: 'Off' },
          { number: 'Orders from' },
          'For',
          'Last day',
          { number: 'Used' },
          'State',
          { unseen: 'End' },
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
              {code.minOrder ? inRupees(code.minOrder) : 'any'}
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
            <td className="desk-deed">
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
