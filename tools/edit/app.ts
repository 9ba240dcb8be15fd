/**
 * The editor at /edit, in the browser: Sveltia CMS with formats and previews of our own. Its configuration
 * is `config.json`, made from the content schemas (config.ts).
 */
import CMS, { type CmsConfig } from '@sveltia/cms';
import { markdownFormat, yamlFormat } from './format.ts';
import { registerPreviews } from './preview.ts';

/** What the configuration names a format for: a folder, a file of a group, a file that stands alone. */
function formatsOf({ collections = [], singletons = [] }: CmsConfig): string[] {
  const groups = collections.map((one) => ('files' in one ? one.files : [one]));
  return [...groups, singletons].flat().flatMap((one) => ('format' in one && one.format) || []);
}

const config: CmsConfig = await (await fetch('/edit/config.json')).json();
for (const name of formatsOf(config))
  if (name.endsWith('-yaml')) CMS.registerCustomFormat(name, 'yaml', yamlFormat());
  else CMS.registerCustomFormat(name, 'md', markdownFormat());
registerPreviews();
await CMS.init({ config: { ...config, load_config_file: false } });
