/**
 * Plays the loops of the page while they are in view, and lets everyone stop them. One that cannot be loaded shows its
 * still, and its button says so and tries again.
 */

import { savesData } from '#lib/saving.ts';

function startVideo(frame: HTMLElement): void {
  const video = frame.querySelector('video');
  const button = frame.querySelector('button');
  if (!video || !button) return;
  let still = matchMedia('(prefers-reduced-motion: reduce)').matches || savesData();
  let near = false;
  const label = button.ariaLabel;

  const settle = (): void => {
    button.ariaPressed = String(still);
    // A browser may refuse (low power mode): then it shows as paused.
    if (near && !still)
      video.play().catch(() => {
        if (video.paused && near && !('failed' in frame.dataset)) button.ariaPressed = 'true';
      });
    else video.pause();
  };
  const fail = (): void => {
    frame.dataset.failed = '';
    delete frame.dataset.played;
    button.ariaLabel = null;
    button.ariaPressed = null;
  };
  const tryAgain = (): void => {
    delete frame.dataset.failed;
    button.ariaLabel = label;
    still = false;
    video.load();
    settle();
  };
  video.controls = false;
  button.hidden = false;
  video.addEventListener('playing', () => {
    frame.dataset.played = '';
  });
  // What is wrong with every file is said at the last one, what goes wrong later at the video.
  video.querySelector('source:last-of-type')?.addEventListener('error', fail);
  video.addEventListener('error', fail);
  button.addEventListener('click', () => {
    if ('failed' in frame.dataset) return tryAgain();
    still = button.ariaPressed !== 'true';
    settle();
  });
  new IntersectionObserver(
    ([entry]) => {
      near = entry?.isIntersecting ?? false;
      if (!('failed' in frame.dataset)) settle();
    },
    { rootMargin: '200px 0px' },
  ).observe(frame);
}

export function startVideos(): void {
  for (const frame of document.querySelectorAll<HTMLElement>('[data-video]')) startVideo(frame);
}
