/** The shared key of the built-in demo. It is public: outside DEMO the API refuses to start with it. */
export const DEMO_SHARED_KEY = 'device-console-demo-shared-key-0001';

/** The password of every demo account. */
export const DEMO_PASSWORD = 'Demo-pass-2026';
