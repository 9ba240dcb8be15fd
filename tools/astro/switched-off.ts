/**
 * Sections of parts of the shop that are off render nothing, and their scripts are not built: Astro builds the scripts of every
 * component that a page imports, also of one that it never renders.
 */
import type { Plugin } from 'vite';
import type { Features } from '#domain/store/features.ts';

const nothing = '\0nothing';

/** Whether a file belongs to a part that is off. Its unused code is removed, even if it has side effects. */
const offFile = (features: Features, id: string): boolean => {
  const [, folder = ''] = /\/src\/(?:features|shared)\/(\w+)\//.exec(id) ?? [];
  return features[folder as keyof Features] === false;
};

/** @param features which of them are on. The list of ingredients on a product's page stays: the law wants it */
export const emptySections = (features: Features): Plugin => ({
  name: 'empty-sections',
  enforce: 'pre',
  resolveId(source) {
    const [, folder] = /^#features\/(\w+)\/\w+\.astro$/.exec(source) ?? [];
    return folder && folder !== 'ingredients' && features[folder as keyof Features] === false
      ? nothing
      : undefined;
  },
  load: (id) =>
    id === nothing
      ? `import { createComponent } from 'astro/runtime/server/index.js'; export default createComponent(() => '');`
      : undefined,
  transform: (code, id) => (offFile(features, id) ? { code, moduleSideEffects: false } : undefined),
});
