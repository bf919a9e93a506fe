import { channelKinds } from '../port.ts';
import { keepsThePromises } from '../conformance.ts';
import { provingOf } from './proving.fixture.ts';

for (const kind of channelKinds) keepsThePromises('the sandbox', kind, () => provingOf(kind));
