/** The colours and fonts of `content/brand/theme.yaml` as a style sheet: `import 'virtual:theme.css'`. */
import { themeCss } from '#domain/brand/theme-css.ts';
import { readTheme } from '#tools/lib/content.ts';

const name = 'virtual:theme.css';

/** A plugin of Vite. */
export const themeStyles = {
  name: 'theme-styles',
  resolveId: (id: string) => (id === name ? name : undefined),
  load: (id: string) => (id === name ? themeCss(readTheme()) : undefined),
};
