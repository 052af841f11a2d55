/** What an unexpected failure of either password call says (P1, P2). */
export function resetExceptionText(error: unknown): string {
  return `An error occurred. Please try again. ${error instanceof Error ? error.message : String(error)}`;
}
