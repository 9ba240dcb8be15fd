/**
 * @returns a function that computes a value once in a build, and at each call in `astro dev`, where content may have changed
 */
export function oncePerBuild<T>(compute: () => Promise<T>): () => Promise<T> {
  let computed: Promise<T> | undefined;
  return () => {
    if (!import.meta.env.PROD) return compute();
    computed ??= compute();
    return computed;
  };
}
