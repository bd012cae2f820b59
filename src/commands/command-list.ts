import { applicationAdd, companyAdd, organizationAdd } from './add-commands.ts';
import { backup } from './database/backup.ts';
import { capacity } from './capacity/capacity.ts';
import type { Command } from './command.ts';
import { doctor } from './doctor/doctor.ts';
import { env } from './env.ts';
import { exportEvents } from './export-events.ts';
import { exportOrders } from './orders/export-orders.ts';
import { importCommand } from './import.ts';
import { keyRotate, keyStatus } from './key-commands.ts';
import { lint } from './lint.ts';
import { migrateCommand } from './database/migrate.ts';
import { moveCommand } from './database/move.ts';
import { openapi } from './openapi.ts';
import { operatorAdd, operatorDeactivate, operatorForget, operatorList } from './operator-commands.ts';
import { restore } from './database/restore.ts';
import { replay } from './orders/replay.ts';
import { funnelsRebuild } from './rebuild-funnels.ts';
import { simulateCommand } from './orders/simulate.ts';
import { serve } from './serve.ts';
import { signingKeyRotate } from './signing-key-commands.ts';
import { tour } from './tour/tour.ts';

export const commands: readonly Command[] = [
  serve,
  tour,
  migrateCommand,
  backup,
  restore,
  moveCommand,
  organizationAdd,
  companyAdd,
  applicationAdd,
  operatorAdd,
  operatorList,
  operatorDeactivate,
  operatorForget,
  importCommand,
  exportOrders,
  exportEvents,
  replay,
  lint,
  simulateCommand,
  funnelsRebuild,
  env,
  doctor,
  capacity,
  keyStatus,
  keyRotate,
  signingKeyRotate,
  openapi,
];
