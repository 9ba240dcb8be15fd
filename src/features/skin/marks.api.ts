/** The marks of My skin for cards. Nothing loads them without a profile. */

import type { SkinMarks } from '#domain/skin/marks.ts';
import { fetchJson } from '#features/search/fetch-json.api.ts';
import { loadOnce } from '#lib/load-once.ts';
import { loadPart } from '#lib/load-part.dom.ts';
import { skinMarksFile } from '#lib/more-paths.ts';

export const loadSkinMarks = loadOnce(() => loadPart(() => fetchJson<SkinMarks>(skinMarksFile)));
