import { jestConfig } from '@device-console/tooling/jest';

export default jestConfig(import.meta.url);
