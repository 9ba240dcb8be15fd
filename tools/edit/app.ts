/** The editor at /edit, in the browser: Sveltia CMS with previews of our own. edit.html names its configuration. */
import './theme.css';
import CMS from '@sveltia/cms';
import { offerContentList } from './content-list.ts';
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
await CMS.init();
offerContentList();
