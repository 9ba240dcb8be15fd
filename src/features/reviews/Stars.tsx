import type { CSSProperties } from 'react';

/** A rating as gold stars of five. @param rating in whole or half stars */
export const Stars = ({ rating, label }: { rating: number; label: string }) => (
  <span className="stars" role="img" aria-label={label} style={{ '--stars': rating } as CSSProperties} />
);
