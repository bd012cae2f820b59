import { engines } from '../test/databases.ts';
import { load } from './funnels.ts';
import { countEvents } from '../src/events/funnel-count.ts';
const { db, close } = await engines.find(e=>e.name==='postgres')!.open();
await load(db, 'many', 200_000); await db.commit([{sql:'analyze'}]);
const slow = new Map<string,[number,number]>();
const note=(sql:string,ms:number)=>{const k=sql.replaceAll(/\s+/g,' ').slice(0,90);const [n,t]=slow.get(k)??[0,0];slow.set(k,[n+1,t+ms]);};
const timed = {...db, all: async (s:string,p:any)=>{const t=performance.now();const r=await db.all(s,p);note(s,performance.now()-t);return r;}, commit: async (b:any)=>{const t=performance.now();const r=await db.commit(b);note('COMMIT',performance.now()-t);return r;}} as typeof db;
const t0=performance.now(); let n=0;
for(let i=0;i<20;i++) n+=await countEvents(timed,0);
console.log(n, 'in', performance.now()-t0);
for(const [k,[c,t]] of slow) console.log((t/c).toFixed(1)+'ms', c, k);
const ids=(await db.all<{id:string}>("select id from event where counted<=0 limit 256")).map(r=>r.id);
for (const sql of [
 `explain update event set counted = 1 where application_id = 'many' and counted <= 0 and id in (${ids.map(i=>`'${i}'`).join(',')})`,
 `explain select actor, day, person, steps from funnel_visit where application_id = 'many' and (person, day) in (values ${ids.map(i=>`('${i}', cast(3 as bigint))`).join(',')})`,
]) { try { const c=new (await import('pg')).default.Client({connectionString: (globalThis as any).url}); } catch{}; console.log((await db.all(sql)).map((r:any)=>String(r['QUERY PLAN']).slice(0,150)).join('\n')); }
await close(); process.exit(0);
