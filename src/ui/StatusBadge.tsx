import './status-badge.css';

export type Tone = 'pending' | 'moving' | 'done' | 'ended';

/** A state as a word; its colour is never the only sign. */
export const StatusBadge = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className="badge status" data-tone={tone}>
    {children}
  </span>
);
