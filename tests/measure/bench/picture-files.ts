import type { PicturePlan } from '#features/catalogue/picture-plan.ts';

/** Number of files in the build for a product: its page, and the files of its pictures. */
export function filesOf(plan: PicturePlan, pictures: number): number {
  let files = 1 + Number(plan.share);
  for (let n = 1; n <= pictures; n++) {
    const widths = new Set([...plan.gallery(n), ...(n === 1 ? plan.card : [])]);
    files += 1 + plan.thumbnails(n).length + widths.size * plan.formats.length;
  }
  return files;
}
