/** The marks of My skin for cards. Nothing loads them without a profile. */

import { fetchJson } from '#features/search/fetch-json.api.ts';
import { loadOnce } from '#lib/load-once.ts';
import { loadPart } from '#lib/load-part.dom.ts';
import { skinMarksFile } from '#lib/paths.ts';
import type { SkinMarks } from './marks.ts';

export const loadSkinMarks = loadOnce(() => loadPart(() => fetchJson<SkinMarks>(skinMarksFile)));
