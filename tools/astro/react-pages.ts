/**
 * React as the shop's pages need it: with text that a translation of the browser cannot break (src/ui/jsx-runtime.ts), and
 * islands of which a broken one says so instead of vanishing (src/ui/island-root.tsx).
 */

import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import type { AstroIntegration } from 'astro';

const file = (path: string): string => fileURLToPath(new URL(`../../src/ui/${path}`, import.meta.url));
const runtime = file('jsx-runtime.ts');

/** Our runtime in the place of React's; it is the only file that imports that. */
export const textElements = {
  name: 'text-elements',
  enforce: 'pre' as const,
  resolveId: (source: string, importer: string | undefined) =>
    source === 'react/jsx-runtime' && importer !== runtime && !importer?.includes('/node_modules/')
      ? runtime
      : undefined,
};

export function reactPages(): AstroIntegration {
  const integration = react();
  const setUp = integration.hooks['astro:config:setup'];
  return {
    ...integration,
    hooks: {
      ...integration.hooks,
      'astro:config:setup': (options) =>
        setUp?.({
          ...options,
          addRenderer: (renderer) =>
            options.addRenderer({ ...renderer, clientEntrypoint: file('island-root.tsx') }),
        }),
    },
  };
}
