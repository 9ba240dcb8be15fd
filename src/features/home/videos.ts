/** Plays the loops of the page while they are in view, and lets everyone stop them. */

import { savesData } from '#lib/saving.ts';

function startVideo(frame: HTMLElement): void {
  const video = frame.querySelector('video');
  const button = frame.querySelector('button');
  if (!video || !button) return;
  let still = matchMedia('(prefers-reduced-motion: reduce)').matches || savesData();
  let near = false;

  const settle = (): void => {
    button.ariaPressed = String(still);
    // A browser may refuse (low power mode): then it shows as paused.
    if (near && !still)
      video.play().catch(() => {
        if (video.paused && near) button.ariaPressed = 'true';
      });
    else video.pause();
  };
  video.controls = false;
  button.hidden = false;
  video.addEventListener('playing', () => {
    frame.dataset.played = '';
  });
  button.addEventListener('click', () => {
    still = button.ariaPressed !== 'true';
    settle();
  });
  new IntersectionObserver(
    ([entry]) => {
      near = entry?.isIntersecting ?? false;
      settle();
    },
    { rootMargin: '200px 0px' },
  ).observe(frame);
}

export function startVideos(): void {
  for (const frame of document.querySelectorAll<HTMLElement>('[data-video]')) startVideo(frame);
}
