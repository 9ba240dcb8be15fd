/** `content/store.yaml` in the Worker, and the categories of the feed. */
export { feedCategories, store } from '#settings';
