import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileOf, zipOf } from './given-moves.ts'

// Exports of other applications, written by hand. The truth about each is worked out beside it.

const HEAD =
  '"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"'

/**
 * Everyday: 1,000.00 − 42.10 − 60.00 (split 40 + 20) + 2,100.00 − 500.00 = 2,497.90. Rainy day: 250.00 + 500.00 = 750.00.
 * Visa: −120.00 − 30.00 + 0 = −150.00. One transfer pair.
 */
export const ynabRegister = `\u{feff}${HEAD}
"Everyday","","03/19/2026","Transfer : Rainy day","","","","","€500.00","€0.00","Cleared"
"Rainy day","","03/19/2026","Transfer : Everyday","","","","","€0.00","€500.00","Cleared"
"Visa","Red","03/18/2026","Tram Stop Books","Fun: Books","Fun","Books","For the trip","€30.00","€0.00","Uncleared"
"Everyday","","03/15/2026","Acme Payroll","Inflow: Ready to Assign","Inflow","Ready to Assign","","€0.00","€2,100.00","Reconciled"
"Everyday","","03/14/2026","Corner Market","Food: Groceries","Food","Groceries","Split (1/2) bread","€40.00","€0.00","Cleared"
"Everyday","","03/14/2026","Corner Market","Home: Cleaning","Home","Cleaning","Split (2/2)","€20.00","€0.00","Cleared"
"Everyday","","03/02/2026","Corner Market","Food: Groceries","Food","Groceries","","€42.10","€0.00","Cleared"
"Visa","","03/01/2026","Starting Balance","Inflow: Ready to Assign","Inflow","Ready to Assign","","€120.00","€0.00","Reconciled"
"Rainy day","","03/01/2026","Starting Balance","Inflow: Ready to Assign","Inflow","Ready to Assign","","€0.00","€250.00","Reconciled"
"Everyday","","03/01/2026","Starting Balance","Inflow: Ready to Assign","Inflow","Ready to Assign","","€0.00","€1,000.00","Reconciled"
`

export const ynabPlan = `"Month","Category Group/Category","Category Group","Category","Assigned","Activity","Available"
"Feb 2026","Food: Groceries","Food","Groceries","€350.00","-€300.00","€50.00"
"Mar 2026","Food: Groceries","Food","Groceries","€400.00","-€82.10","€367.90"
"Mar 2026","Home: Cleaning","Home","Cleaning","€0.00","-€20.00","-€20.00"
"Mar 2026","Credit Card Payments: Visa","Credit Card Payments","Visa","€30.00","€0.00","€30.00"
`

export const ynab = () => [
  fileOf(
    'YNAB Export.zip',
    zipOf([
      { path: 'Ours - Register.csv', content: ynabRegister },
      { path: 'Ours - Plan.csv', content: ynabPlan },
    ]),
  ),
]

export const ynabBalances = { Everyday: 249_790, 'Rainy day': 75_000, Visa: -15_000 }

/** A database as Actual makes it, with the tables that matter. */
export function actualDatabase(fill: string): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'earmark-test-'))
  try {
    const database = new DatabaseSync(join(folder, 'db.sqlite'))
    database.exec(`
      create table accounts (id text primary key, name text, type text, offbudget integer default 0,
        closed integer default 0, tombstone integer default 0);
      create table category_groups (id text primary key, name text, is_income integer default 0,
        tombstone integer default 0);
      create table categories (id text primary key, name text, is_income integer default 0, cat_group text,
        tombstone integer default 0);
      create table category_mapping (id text primary key, transferId text);
      create table payees (id text primary key, name text, transfer_acct text, tombstone integer default 0);
      create table payee_mapping (id text primary key, targetId text);
      create table transactions (id text primary key, isParent integer default 0, isChild integer default 0,
        acct text, category text, amount integer, description text, notes text, date integer,
        imported_description text, starting_balance_flag integer default 0, transferred_id text, sort_order real,
        tombstone integer default 0, cleared integer default 1, pending integer default 0, parent_id text);
      create table zero_budgets (id text primary key, month integer, category text, amount integer default 0);
      create table rules (id text primary key, conditions text, actions text, tombstone integer default 0);
      create table schedules (id text primary key, rule text, active integer default 0,
        completed integer default 0, tombstone integer default 0, name text);
      create table schedules_next_date (id text primary key, schedule_id text, local_next_date integer);
      create table preferences (id text primary key, value text);
      ${fill}`)
    database.close()
    return readFileSync(join(folder, 'db.sqlite'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const monthly = (start: string) =>
  `{"op":"isapprox","field":"date","value":{"start":"${start}","frequency":"monthly","interval":1,"patterns":[]}}`

/**
 * Checking: 500.00 − 12.34 − 100.00 (60 + 40) − 200.00 = 187.66; the deleted 99.00 does not count. Savings: 200.00. House
 * (off budget): 0 + 150,000.00 as its starting balance.
 */
export const actualFill = `
  insert into accounts (id, name, offbudget) values ('a1', 'Main account', 0), ('a2', 'Savings pot', 0),
    ('a3', 'House', 1);
  insert into accounts (id, name, tombstone) values ('a9', 'Gone', 1);
  insert into category_groups (id, name) values ('g1', 'Usual');
  insert into category_groups (id, name, is_income) values ('g2', 'Income', 1);
  insert into categories (id, name, cat_group) values ('c1', 'Food', 'g1'), ('c2', 'Bills', 'g1');
  insert into categories (id, name, cat_group, is_income) values ('c3', 'Salary', 'g2', 1);
  insert into categories (id, name, cat_group, tombstone) values ('c8', 'Merged', 'g1', 1);
  insert into category_mapping values ('c1', 'c1'), ('c2', 'c2'), ('c8', 'c1');
  insert into payees (id, name, transfer_acct) values ('p1', 'Green Grocer', null), ('p2', 'Power Works', null),
    ('p3', '', 'a2'), ('p4', '', 'a1'), ('p5', 'Acme', null), ('p8', 'Greengrocer old', null);
  insert into payee_mapping values ('p1', 'p1'), ('p8', 'p1');
  insert into transactions (id, acct, amount, date, starting_balance_flag, category) values
    ('t0', 'a1', 50000, 20260101, 1, 'c3'), ('t00', 'a3', 15000000, 20260101, 1, null);
  insert into transactions (id, acct, amount, date, description, category, notes) values
    ('t1', 'a1', -1234, 20260305, 'p8', 'c8', 'apples #fruit');
  insert into transactions (id, acct, amount, date, description, isParent) values
    ('t2', 'a1', -10000, 20260306, 'p1', 1);
  insert into transactions (id, acct, amount, date, description, category, isChild, parent_id, sort_order, notes) values
    ('t2/1', 'a1', -6000, 20260306, 'p1', 'c1', 1, 't2', 2, 'week'),
    ('t2/2', 'a1', -4000, 20260306, 'p1', 'c2', 1, 't2', 1, null);
  insert into transactions (id, acct, amount, date, description, transferred_id) values
    ('t3', 'a1', -20000, 20260310, 'p3', 't4'), ('t4', 'a2', 20000, 20260310, 'p4', 't3');
  insert into transactions (id, acct, amount, date, tombstone) values ('t9', 'a1', -9900, 20260311, 1);
  insert into zero_budgets (id, month, category, amount) values ('202602-c1', 202602, 'c1', 30000),
    ('202603-c1', 202603, 'c1', 32000);
  insert into rules (id, conditions) values
    ('r1', '[{"op":"is","field":"description","value":"p2"},{"op":"isapprox","field":"amount","value":-4500},${monthly('2026-01-28')}]'),
    ('r2', '[{"op":"is","field":"description","value":"p5"},{"op":"is","field":"amount","value":210000},${monthly('2026-01-15')}]'),
    ('r3', '[{"op":"is","field":"description","value":"p3"},{"op":"is","field":"amount","value":-5000},${monthly('2026-01-15')}]');
  insert into schedules (id, rule, name) values ('s1', 'r1', 'Electricity'), ('s2', 'r2', null), ('s3', 'r3', 'Saving');
  insert into schedules_next_date values ('n1', 's1', 20260328), ('n2', 's2', 20260415), ('n3', 's3', 20260415);
  insert into preferences values ('defaultCurrencyCode', 'EUR');`

export const actual = () => [
  fileOf(
    '2026-03-20-Ours.zip',
    zipOf([
      { path: 'db.sqlite', content: actualDatabase(actualFill) },
      { path: 'metadata.json', content: '{"id":"Ours-1","budgetName":"Ours"}' },
    ]),
  ),
]

export const actualBalances = { 'Main account': 18_766, 'Savings pot': 20_000, House: 15_000_000 }
