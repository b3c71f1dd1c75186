import numpy as np,csv
r=np.random.default_rng(1);N,M=12,30
q=r.normal(size=(N,M))+.5*r.normal(size=(N,1))
with open('/tmp/l34/cond.csv','w',newline='') as f:
    w=csv.writer(f); w.writerow(['system','input','human','m'])
    h=q+.5*r.normal(size=q.shape)
    for i in range(N):
        for k in range(M): w.writerow([f's{i}',f'i{k}',f'{h[i,k]:.2f}',f'{q[i,k]+1.5*r.normal():.2f}'])
with open('/tmp/l34/cond2.csv','w',newline='') as f:
    w=csv.writer(f); w.writerow(['system','input','human','m'])
    for i in range(N):
        for k in range(M): w.writerow([f's{i}',f'i{k}',f'{h[i,k]:.2f}',f'{r.normal():.2f}'])
