/** What old rows are found by, and what an account has stored within a day: an index by its name, and what it is on. */
export const retentionIndexes: Readonly<Record<string, string>> = {
  outcomes_created: 'outcomes (created_at)',
  intents_kept: "intents (created_at) where imei_list <> ''",
  intents_account_day: 'intents (account_id, created_at, devices)',
  uploads_account_day: 'uploads (account_id, created_at)',
};
