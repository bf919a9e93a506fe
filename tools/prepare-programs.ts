/** Part of `npm run build`: the folder of the product may be read-only afterwards, and scripts of packages do not run. */
import { postgresBinaries } from '../packages/postgres-supervisor/src/binaries.ts';

try {
  postgresBinaries();
} catch (error) {
  // Without them DATABASE_URL is needed, which is an error of the start only.
  console.log((error as Error).message);
}
