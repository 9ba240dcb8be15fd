import { hydrateRoot } from 'react-dom/client';
import type { Choices } from './Chooser.tsx';
import { Planner } from './Planner.tsx';

/** Makes the static form of the page interactive. @param root holds the choices as `data-choices` */
export function hydratePlanner(root: HTMLElement): void {
  hydrateRoot(root, <Planner choices={JSON.parse(root.dataset.choices ?? '') as Choices} />);
}
