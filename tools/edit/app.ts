/**
 * The editor at /edit, in the browser: Sveltia CMS with formats and previews of our own. Its configuration
 * is `config.json`, made from the content schemas (config.ts).
 */
import CMS from '@sveltia/cms';
import { markdownFormat, yamlFormat } from './format.ts';
import { registerPreviews } from './preview.ts';

CMS.registerCustomFormat('kept-frontmatter', 'md', markdownFormat());
CMS.registerCustomFormat('kept-yaml', 'yaml', yamlFormat());
registerPreviews();
await CMS.init();
