import { useState } from 'react';
import type { Failure, Outcome } from '#lib/outcome.ts';

/**
 * Sends values that the server may ask about again: the same values, sent once more, are confirmed.
 * @returns `doubt`: what the server has asked
 */
export function useConfirmed() {
  const [asked, setAsked] = useState<{ about: string; message: string }>();
  return {
    doubt: asked?.message,
    forget: () => setAsked(undefined),
    async send<Done>(
      values: object,
      call: (confirmed: boolean) => Promise<Outcome<Done>>,
    ): Promise<Outcome<Done>> {
      const about = JSON.stringify(values);
      const answer: Outcome<Done> = await call(asked?.about === about);
      const doubt: Failure | undefined = !answer.ok && answer.code === 'confirm' ? answer : undefined;
      setAsked(doubt && { about, message: doubt.message });
      return answer;
    },
  };
}
