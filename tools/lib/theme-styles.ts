/** The colours and fonts of `content/brand/theme.yaml` as a style sheet: `import 'virtual:theme.css'`. */
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { themeCss } from '#domain/brand/theme-css.ts';
import { contentRoot, readTheme } from '#tools/lib/content.ts';

const name = 'virtual:theme.css';

export const themeStyles: Plugin = {
  name: 'theme-styles',
  resolveId: (id) => (id === name ? name : undefined),
  load(id) {
    if (id !== name) return undefined;
    this.addWatchFile(join(contentRoot, 'brand', 'theme.yaml'));
    return themeCss(readTheme());
  },
};
