import type { Doctor } from './doctor.ts';

export const presentReport = (report: Awaited<ReturnType<Doctor['report']>>) => ({
  checkedAt: report.at.toISOString(),
  state: report.state,
  checks: report.checks.map(({ since, ...check }) => ({ ...check, since: since.toISOString() })),
  backups: {
    ...report.backups,
    runs: report.backups.runs.map(({ at, endedAt, ...run }) => ({
      ...run,
      at: at.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
    drill: report.backups.drill ? { ...report.backups.drill, at: report.backups.drill.at.toISOString() } : null,
  },
  queues: report.queues,
  nodes: report.nodes.map(({ startedAt, seenAt, ...node }) => ({
    ...node,
    startedAt: startedAt.toISOString(),
    seenAt: seenAt.toISOString(),
  })),
  versions: report.versions,
  moved: report.moved.map(({ companyId, movedAt }) => ({ companyId, movedAt: movedAt.toISOString() })),
  restored: report.restored
    ? {
        stage: report.restored.mode,
        restoredTo: report.restored.restoredTo.toISOString(),
        waiting: report.restored.waiting,
      }
    : null,
});
