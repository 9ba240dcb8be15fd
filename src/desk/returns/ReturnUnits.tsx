import type { ReactNode } from 'react';
import { returnReasons } from '#domain/returns/return.ts';
import type { DeskReturn } from '../answers.ts';

/** What comes back, and why. @property children further lines */
export const ReturnUnits = ({ lines, children }: Pick<DeskReturn, 'lines'> & { children?: ReactNode }) => (
  <ul className="desk-return-lines">
    {lines.map(({ position, name, quantity, reason, exchange }) => (
      <li key={position}>
        {quantity} × {name}
        <span className="desk-second">{returnReasons[reason].label}</span>
        {exchange && <span className="desk-second">Exchange for {exchange}</span>}
      </li>
    ))}
    {children}
  </ul>
);
