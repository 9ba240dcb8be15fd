/** `content/store.yaml` in the Worker. */
export { store } from '#settings';
