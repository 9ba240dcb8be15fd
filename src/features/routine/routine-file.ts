/** The rules and products of the planner, as a file of the build. */
export const routineFile = '/routine.json';
