import './status-badge.css';

export type Tone = 'pending' | 'moving' | 'done' | 'ended';

/** A state in a word; its tone is a colour, never the only sign. */
export const StatusBadge = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className="badge status" data-tone={tone}>
    {children}
  </span>
);
