import { useEffect, useRef, useState } from 'react';
import { widgetIsOpen } from '#features/payments/widget-open.dom.ts';
import { onRestore } from '#lib/on-restore.dom.ts';
import type { OrderProblem } from './problem.ts';

/**
 * What an order on its way says, and why it went no further. One at a time.
 * @param unpaid why the payment was not made from which the shopper returns
 */
export function useOrderProgress(unpaid: string | undefined) {
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<OrderProblem | undefined>(
    unpaid ? { kind: 'unpaid', message: unpaid } : undefined,
  );
  const running = useRef(false);

  const idle = () => {
    running.current = false;
    setBusy(undefined);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it sets the same state in each render
  useEffect(() => {
    // Back from the payment page: the button must not stay busy.
    return onRestore(() => {
      if (!widgetIsOpen()) idle();
    });
  }, []);

  return {
    busy,
    problem,
    setProblem,
    setBusy,
    idle,
    running,
    /** Ends with a problem, which it returns. */
    fail: (failure: OrderProblem): OrderProblem => {
      idle();
      setProblem(failure);
      return failure;
    },
  };
}

export type OrderProgress = ReturnType<typeof useOrderProgress>;
