/**
 * Loads the planner when somebody is about to use it, or when the address has a routine. Not an island: what it needs to
 * wait is a third of the scripts that the page may load. Its checkboxes work without scripts, and the planner reads them.
 */
import { loadPart } from '#lib/load-part.dom.ts';

/** Called once by the page. */
export function startPlanner(): void {
  const root = document.getElementById('planner');
  if (!root) return;
  let loading = false;
  const load = async () => {
    if (loading) return;
    loading = true;
    try {
      (await loadPart(() => import('./start-planner.tsx'))).hydratePlanner(root);
    } catch {
      loading = false;
    }
  };
  for (const type of ['pointerover', 'pointerdown', 'touchstart', 'focusin'])
    root.addEventListener(type, load, { passive: true });
  const openLink = () => {
    // The place of another part of the page is no routine.
    if (location.hash.length > 1 && !document.getElementById(location.hash.slice(1))) void load();
  };
  openLink();
  addEventListener('hashchange', openLink);
}
