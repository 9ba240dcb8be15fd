/** The editor at /edit, in the browser: Sveltia CMS with previews of our own. config.ts makes its configuration. */
import 'virtual:theme.css';
import './theme.css';
import CMS, { type CmsConfig } from '@sveltia/cms';
import { offerContentList } from './content-list.ts';
import { signInByDesk } from './desk-sign-in.ts';
import { noRepository, workOnLocalFiles } from './local-folder.ts';
import { acceptIndianNumbers } from './number-fields.ts';
import { prepareWhatIsPasted } from './pasted-html.ts';
import { registerPreviews } from './preview.ts';
import { checkBeforeSaving } from './save-check.ts';
import { askBeforeLeaving } from './unsaved-changes.ts';

askBeforeLeaving();
acceptIndianNumbers();
prepareWhatIsPasted();
checkBeforeSaving();
registerPreviews();
const config: CmsConfig = await (await fetch('/edit/config.json')).json();
if ('repo' in config.backend && config.backend.repo === noRepository) workOnLocalFiles();
if ('base_url' in config.backend && config.backend.base_url)
  signInByDesk(`${config.backend.base_url}${config.backend.auth_endpoint}`, 'https://api.github.com');
await CMS.init({ config: { ...config, load_config_file: false } });
offerContentList();
