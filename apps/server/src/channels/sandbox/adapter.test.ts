import { channelKinds } from '../port.ts';
import { describeChannelConformance } from '../conformance.ts';
import { createConformanceSetup } from './conformance.fixture.ts';

for (const kind of channelKinds) describeChannelConformance('the sandbox', kind, () => createConformanceSetup(kind));
